/** Reads the guide, so that its worked examples are tested as they stand there. */
@org.jspecify.annotations.NullMarked
package io.koordbridge.testkit.guide;
