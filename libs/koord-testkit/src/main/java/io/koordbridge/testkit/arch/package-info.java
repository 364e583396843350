/** Architecture rules that every module runs over its own classes. */
@NullMarked
package io.koordbridge.testkit.arch;

import org.jspecify.annotations.NullMarked;
