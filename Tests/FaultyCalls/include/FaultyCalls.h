#pragma once

// Calls of the system that fail on demand, or are noted, in the process that asks for it.
//
// The test program defines these calls itself, so that LMDB and this package call them here.
// Nothing changes before one of the functions below is called.

/// Makes the next writes to the two first pages of a data.mdb fail; a negative count never ends.
void faulty_fail_first_pages(int count, int error);

/// Lets no call reserve more than so many bytes for a file: the disk is full then.
void faulty_limit_reserving(long long bytes);

/// Begins to note the calls that make names and bytes durable.
void faulty_begin_notes(void);

/// What was noted: lines of a call and the last part of the path it was for.
const char *faulty_notes(void);
