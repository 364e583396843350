/** Which keys the config map has, and what each is for; manager specification section 5.1. Pure, constant. */
@NullMarked
package io.koordbridge.sloconfig.catalog;

import org.jspecify.annotations.NullMarked;
