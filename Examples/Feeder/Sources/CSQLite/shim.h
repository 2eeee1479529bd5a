#ifndef FEEDER_CSQLITE_SHIM_H
#define FEEDER_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
