[playlist]
File1=a.mp3
Title1=A
Length1=12
File3=http://radio.example/
NumberOfEntries=2
Version=2
