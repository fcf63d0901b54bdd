#ifndef PHONOLITH_CASS_H
#define PHONOLITH_CASS_H

#include <ass/ass.h>

#endif
