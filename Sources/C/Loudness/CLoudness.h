#ifndef PHONOLITH_CLOUDNESS_H
#define PHONOLITH_CLOUDNESS_H

#include <ebur128.h>

#endif
