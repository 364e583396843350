/** koord-manager as a child process: its settings, ports, health, metrics and cost. */
@NullMarked
package io.koordbridge.lab.manager;

import org.jspecify.annotations.NullMarked;
