/** The online service of the story: a process that burns a requested amount of CPU. */
@NullMarked
package io.koordbridge.quickstart.load;

import org.jspecify.annotations.NullMarked;
