#ifndef PHONOLITH_CPULSE_H
#define PHONOLITH_CPULSE_H

#include <pulse/pulseaudio.h>

#endif
