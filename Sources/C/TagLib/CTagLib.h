// TagLib is C++: nothing of it is visible to Swift. This target only tells CTagReader where it is.
