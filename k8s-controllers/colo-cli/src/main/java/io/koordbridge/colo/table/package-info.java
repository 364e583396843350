/** Text for people: columns, human units, the order of names. */
@NullMarked
package io.koordbridge.colo.table;

import org.jspecify.annotations.NullMarked;
