/** Writes only owned fields, by JSON merge patch, with bounded retries. */
@NullMarked
package io.koordbridge.kube.write;

import org.jspecify.annotations.NullMarked;
