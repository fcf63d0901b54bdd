#ifndef PHONOLITH_FFMPEG_ON_DEMAND_H
#define PHONOLITH_FFMPEG_ON_DEMAND_H

// Nothing to call: the functions are FFmpeg's own, declared by its headers.

#endif
