/**
 * An API server inside this JVM for machines that have only a JDK. It stores, lists, watches and patches objects over plain
 * HTTP on loopback; it has no admission, no access control and no scheduler.
 */
@NullMarked
package io.koordbridge.lab.embedded;

import org.jspecify.annotations.NullMarked;
