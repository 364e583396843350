package io.koordbridge.copilot.decommission;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * As the NodeManager's own user: Hadoop's executors send a signal to a whole group of processes, whose shell would die of it. By the command
 * that is part of bash, which Hadoop needs as well: not every image has a program kill.
 */
final class KillCommand implements Signals {
    private static final Logger log = LoggerFactory.getLogger(KillCommand.class);
    private static final long SECONDS = 2;

    @Override
    public boolean send(long pid, int signal) {
        try {
            Process kill = new ProcessBuilder("bash", "-c", "kill -" + signal + " " + pid)
                    .redirectErrorStream(true)
                    .redirectOutput(new File("/dev/null"))
                    .start();
            if (kill.waitFor(SECONDS, TimeUnit.SECONDS)) {
                return kill.exitValue() == 0;
            }
            kill.destroyForcibly();
        } catch (IOException e) {
            log.warn("Process got no signal pid={} signal={}", pid, signal, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }
}
