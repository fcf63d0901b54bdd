#ifndef PHONOLITH_CUTF8PROC_H
#define PHONOLITH_CUTF8PROC_H

#include <utf8proc.h>

#endif
