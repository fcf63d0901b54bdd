#ifndef PHONOLITH_CAVDEVICE_H
#define PHONOLITH_CAVDEVICE_H

#include <libavdevice/avdevice.h>

#endif
