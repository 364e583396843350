/** Our agent beside a manager of the reference. Input: what the vectors record of that manager's writes. */
@NullMarked
package io.koordbridge.koordlet.mixed;

import org.jspecify.annotations.NullMarked;
