/**
 * Reads and writes JSON with bounded size and depth: the plugin may bring no library into the NodeManager.
 */
package io.koordbridge.copilot.json;
