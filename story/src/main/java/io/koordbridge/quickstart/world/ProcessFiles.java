package io.koordbridge.quickstart.world;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** Configuration files of our processes in this run. */
final class ProcessFiles {

    /** Ports that a run needs. */
    static final int PORTS = 6;

    /** Least that a NodeManager keeps. */
    static final int FLOOR_MEGABYTES = 1024;

    static final int FLOOR_VCORES = 1;

    private final RunDirectory directory;
    private final Machine machine;
    private final int managerPort;
    private final int managerAdminPort;
    private final int webhookPort;
    private final int operatorPort;
    private final int operatorAdminPort;
    private final int koordletPort;

    ProcessFiles(RunDirectory directory, Machine machine, List<Integer> ports) {
        this.directory = directory;
        this.machine = machine;
        managerPort = ports.get(0);
        managerAdminPort = ports.get(1);
        webhookPort = ports.get(2);
        operatorPort = ports.get(3);
        operatorAdminPort = ports.get(4);
        koordletPort = ports.get(5);
    }

    Path koordlet() {
        return directory.write("koordlet.yaml", "");
    }

    Path manager() {
        return directory.write("koord-manager.yaml", "");
    }

    Path operator(Path hadoopConfiguration) {
        return directory.write("yarn-operator.yaml", "");
    }

    Path pluginDirectory() {
        return directory.work().resolve("yarn-copilot");
    }

    URI operatorUri() {
        return URI.create("http://127.0.0.1:" + operatorPort);
    }

    URI managerUri() {
        return URI.create("http://127.0.0.1:" + managerPort);
    }
}
