/** Device ({@code scheduling.koordinator.sh/v1alpha1}); manager specification section 8.8. */
@NullMarked
package io.koordbridge.api.device;

import org.jspecify.annotations.NullMarked;
