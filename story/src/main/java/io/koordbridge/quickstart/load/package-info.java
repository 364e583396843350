/** The online service of the story: a process that burns as much CPU as it is told to. */
@NullMarked
package io.koordbridge.quickstart.load;

import org.jspecify.annotations.NullMarked;
