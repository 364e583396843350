/**
 * The calls of the plugin's API: five of version 1 with the shapes existing clients know, and version 2.
 *
 * <p>Source: YARN specification sections 2.1 and 6.7. The files in src/test/resources/contract hold the shapes.
 */
package io.koordbridge.copilot.api;
