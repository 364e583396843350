/** A cgroup hierarchy of the run's own, so that no other cgroup of the machine is touched. */
@NullMarked
package io.koordbridge.quickstart.home;

import org.jspecify.annotations.NullMarked;
