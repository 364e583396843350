/** Which nodes a list is about: by labels and by the pools of the configuration, as the API server has them. */
@NullMarked
package io.koordbridge.colo.selection;

import org.jspecify.annotations.NullMarked;
