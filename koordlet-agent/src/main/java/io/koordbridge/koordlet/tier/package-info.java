/**
 * The best-effort tier and hadoop-yarn below it: made where they are missing, given CPUs and memory nodes before use, and on request
 * removed again at the end if this process made them and they are empty. Node agent specification section 5.1, YARN section 5.3.
 */
@NullMarked
package io.koordbridge.koordlet.tier;

import org.jspecify.annotations.NullMarked;
