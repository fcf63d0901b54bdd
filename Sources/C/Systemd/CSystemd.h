#ifndef PHONOLITH_CSYSTEMD_H
#define PHONOLITH_CSYSTEMD_H

#include <systemd/sd-bus.h>

#endif
