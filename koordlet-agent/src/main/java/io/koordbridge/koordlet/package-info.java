/** The node agent: measures the machine, reports it, and enforces quality of service on pods and YARN containers. */
@NullMarked
package io.koordbridge.koordlet;

import org.jspecify.annotations.NullMarked;
