/** Threads of the processes: each has a name, and does not keep its process alive. */
@NullMarked
package io.koordbridge.kube.thread;

import org.jspecify.annotations.NullMarked;
