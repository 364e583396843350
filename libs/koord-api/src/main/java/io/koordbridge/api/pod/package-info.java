/** Classification and requests of pods; manager specification section 4, node agent specification section 3. */
@NullMarked
package io.koordbridge.api.pod;

import org.jspecify.annotations.NullMarked;
