/** What the processes answer over HTTP, as records; late, refused and malformed answers are one kind of exception. */
@NullMarked
package io.koordbridge.colo.answer;

import org.jspecify.annotations.NullMarked;
