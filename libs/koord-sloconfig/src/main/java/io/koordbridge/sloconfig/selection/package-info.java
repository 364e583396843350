/** Label selectors of Kubernetes, which distinguish every invalid selector; manager specification section 5.1. Pure. */
@NullMarked
package io.koordbridge.sloconfig.selection;

import org.jspecify.annotations.NullMarked;
