package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that another program on the node may write as well, such as {@code memory.min} and the kubelet with its feature MemoryQoS. Two
 * programs that each put their own value back would do so for ever: a file that does not keep what this process wrote is left to the other
 * one until this process ends. Only files that intents mark as such are looked at, every ten seconds.
 */
final class SharedFiles {

    private static final Logger LOG = LoggerFactory.getLogger(SharedFiles.class);
    private static final int MOST = 20_000;

    private final CgroupTree tree;
    private final WrittenValues known;
    private final CgroupWriteListener listener;
    private final Set<Intent.Target> left = ConcurrentHashMap.newKeySet();
    private final Set<Knob<?>> reported = ConcurrentHashMap.newKeySet();

    SharedFiles(CgroupTree tree, WrittenValues known, CgroupWriteListener listener) {
        this.tree = tree;
        this.known = known;
        this.listener = listener;
    }

    private static boolean isMarked(Intent intent) {
        return intent.check() == Intent.Check.YIELDING || intent.check() == Intent.Check.GIVEN_BACK;
    }

    /** Whether there is nothing to do for an intent, without a look at its file. */
    boolean rests(Intent intent) {
        return isMarked(intent) && (left.contains(intent.target()) || isNotTaken(intent));
    }

    private boolean isNotTaken(Intent intent) {
        return intent.check() == Intent.Check.GIVEN_BACK
                && listener.before(intent.target()).isEmpty();
    }

    /** Whether its file is not to be written. */
    boolean leaves(Intent intent, Instant now) {
        return isMarked(intent) && (rests(intent) || isOfAnother(intent.target(), now));
    }

    private boolean isOfAnother(Intent.Target target, Instant now) {
        WrittenValues.Written written = known.get(target);
        if (written == null || written.value().isEmpty() || !written.isToBeRechecked(now)) {
            return false;
        }
        try {
            String content = tree.files().read(written.file()).strip();
            if (LeveledMerge.holds(target.knob(), content, written.text())) {
                known.put(target, written.seen(now));
                return false;
            }
            leave(target, written.text(), content);
            return left.contains(target);
        } catch (IOException e) {
            LOG.debug("not looked at knob={} dir={} cause={}", target.knob(), target.group(), e.getMessage());
            return false;
        }
    }

    private void leave(Intent.Target target, String ours, String content) {
        known.remove(target);
        if (left.size() >= MOST) {
            return;
        }
        left.add(target);
        listener.left(target);
        if (reported.add(target.knob())) {
            listener.noticed(target.knob() + " of " + target.group() + ": another program wrote " + content + " over "
                    + ours + "; such files are left to it until this agent starts anew, see MemoryQoS of the kubelet");
        }
    }

    /** Forgets groups that ended. */
    void forgetGone() {
        left.removeIf(target -> tree.file(target.knob(), target.group())
                .filter(tree.files()::exists)
                .isEmpty());
    }
}
