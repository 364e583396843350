/** What does not work at the moment; the parts of the plugin set it, /health shows it. */
package io.koordbridge.copilot.health;
