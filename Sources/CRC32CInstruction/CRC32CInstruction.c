// All functions stand in the header; the build wants a source file.
#include "CRC32CInstruction.h"
