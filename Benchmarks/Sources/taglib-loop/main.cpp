// The least that a reading of tags costs: TagLib opens each file on N threads, and gives its tags and
// its sound's properties; nothing is done with them.
//
//   find MUSIC -type f | taglib-loop THREADS

#include <atomic>
#include <cstdlib>
#include <fileref.h>
#include <iostream>
#include <string>
#include <thread>
#include <tpropertymap.h>
#include <vector>

int main(int count, char **arguments) {
    const int threads = count == 2 ? std::atoi(arguments[1]) : 0;
    if (threads < 1) {
        std::cerr << "usage: taglib-loop THREADS <PATHS\n";
        return 64;
    }
    std::vector<std::string> paths;
    for (std::string path; std::getline(std::cin, path);) paths.push_back(path);

    std::atomic<size_t> next{0}, values{0}, seconds{0};
    const auto read = [&] {
        for (size_t i; (i = next++) < paths.size();) {
            const TagLib::FileRef file(paths[i].c_str());
            if (file.isNull()) continue;
            values += file.file()->properties().size();
            if (file.audioProperties())
                seconds += static_cast<size_t>(file.audioProperties()->lengthInSeconds());
        }
    };
    std::vector<std::thread> readers;
    for (int i = 0; i < threads; ++i) readers.emplace_back(read);
    for (auto &reader : readers) reader.join();
    std::cout << paths.size() << " files, " << values << " tags, " << seconds << " seconds\n";
}
