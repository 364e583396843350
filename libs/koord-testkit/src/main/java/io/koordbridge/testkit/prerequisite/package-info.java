/**
 * What a test needs of the machine. Input: whether it is there and how to get it. Output: the test goes on, is skipped with a
 * logged reason, or fails where the environment variable CI is {@code true}. Trigger: tests of kernel, browser and control plane.
 */
@NullMarked
package io.koordbridge.testkit.prerequisite;

import org.jspecify.annotations.NullMarked;
