/**
 * The wire: names, classes and small value types that every process shares. JDK only, so that any module may depend on it.
 *
 * <p>Sources: manager specification section 2, node agent specification section 2.
 */
@NullMarked
package io.koordbridge.protocol;

import org.jspecify.annotations.NullMarked;
