/**
 * Which controllers and stages run. Input: texts of the configuration in the grammar of the reference's flags {@code --controllers}
 * and {@code --noderesource-plugins}. Output: whether a name is on. Read once at the start; manager specification section 1.1.
 */
@NullMarked
package io.koordbridge.manager.config.switches;

import org.jspecify.annotations.NullMarked;
