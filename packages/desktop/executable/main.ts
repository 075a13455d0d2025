import { runFromShell } from '#desktop/main.ts';

void runFromShell();
