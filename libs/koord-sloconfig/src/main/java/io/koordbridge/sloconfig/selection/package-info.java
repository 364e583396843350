/** Label selectors of Kubernetes, with every invalid selector told apart; manager specification section 5.1. Pure. */
@NullMarked
package io.koordbridge.sloconfig.selection;

import org.jspecify.annotations.NullMarked;
