/** What {@code bin/dist} lays out. */
package io.koordbridge.it.dist;
