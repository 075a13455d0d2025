/*
 * The facts of this PC for basics_licence.h, by the calls of its system: no program is started, and nothing needs more rights than a user
 * has. Windows (link advapi32 and iphlpapi) and Linux. What counts as a fact: docs/licence-format.md.
 */
#ifndef BASICS_FACTS_H
#define BASICS_FACTS_H

#include "basics_licence.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BASICS_MAX_VALUES 16 /* network cards */
#define BASICS_VALUE_SIZE 128

typedef struct {
  basics_facts facts;          /* points into this structure: do not copy it */
  const char *virtual_machine; /* its name, NULL on a real PC */
  basics_text values[BASICS_FACTS][BASICS_MAX_VALUES];
  char text[BASICS_FACTS][BASICS_MAX_VALUES][BASICS_VALUE_SIZE];
  char model[BASICS_VALUE_SIZE]; /* maker and model */
} basics_pc;

/*
 * Reads all facts. A fact that cannot be read is absent. Returns the number of facts that have a value. On Windows, a value may be a placeholder
 * of the manufacturer, which basics_fingerprint ignores. With fewer than two usable facts, PCs cannot be distinguished.
 */
int basics_read_pc(basics_pc *pc);

#ifdef __cplusplus
}
#endif
#endif
