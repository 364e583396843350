/** The phases of the story and what each waits for. */
@NullMarked
package io.koordbridge.quickstart.story;

import org.jspecify.annotations.NullMarked;
