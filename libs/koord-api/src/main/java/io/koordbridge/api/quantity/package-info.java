/** Quantities to integers and back; manager specification section 3. */
@NullMarked
package io.koordbridge.api.quantity;

import org.jspecify.annotations.NullMarked;
