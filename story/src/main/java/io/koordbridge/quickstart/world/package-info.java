/** The parts of the story, each the real one: control plane, our processes, YARN, the online service, the job. */
@NullMarked
package io.koordbridge.quickstart.world;

import org.jspecify.annotations.NullMarked;
