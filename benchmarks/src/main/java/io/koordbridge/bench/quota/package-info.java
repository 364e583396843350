/** Runtimes of quotas and the check of a pod, calculated in this JVM. */
@NullMarked
package io.koordbridge.bench.quota;

import org.jspecify.annotations.NullMarked;
