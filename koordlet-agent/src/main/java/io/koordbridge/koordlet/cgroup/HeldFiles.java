package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * The kernel's files through descriptors that stay open from tick to tick: a reading is one system call and makes no garbage. A group that
 * ended says so at the next reading; an interrupt closes a descriptor, and it is opened again.
 */
final class HeldFiles implements ByteSource {

    private static final int USUAL = 64 << 10;
    private static final int PAGE = 4096;

    private final Map<Path, Held> held = new HashMap<>();
    private ByteBuffer buffer = ByteBuffer.allocateDirect(USUAL);
    private long tick;

    private static final class Held {
        private final FileChannel channel;
        private long lastTick;

        Held(FileChannel channel) {
            this.channel = channel;
        }
    }

    @Override
    public int read(Path file, byte[] into) throws IOException {
        Held known = held.get(file);
        if (known != null) {
            known.lastTick = tick;
            try {
                return fill(known.channel, file, into);
            } catch (ClosedChannelException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            } catch (IOException e) {
                // The group ended, perhaps another one has its name.
                known.channel.close();
            }
            held.remove(file);
        }
        Held opened = new Held(FileChannel.open(file, StandardOpenOption.READ));
        opened.lastTick = tick;
        held.put(file, opened);
        return read(opened, file, into);
    }

    private int read(Held opened, Path file, byte[] into) throws IOException {
        try {
            return fill(opened.channel, file, into);
        } catch (IOException e) {
            held.remove(file);
            opened.channel.close();
            if ("No such device".equals(e.getMessage())) {
                throw new NoSuchFileException(file.toString());
            }
            throw e;
        }
    }

    private int fill(FileChannel channel, Path file, byte[] into) throws IOException {
        if (buffer.capacity() <= into.length) {
            buffer = ByteBuffer.allocateDirect(into.length + PAGE);
        }
        buffer.clear();
        int length = Math.max(0, channel.read(buffer, 0));
        int more = length;
        // The kernel gives whole pages while there is more; a shorter answer is the end.
        while (more >= PAGE && buffer.hasRemaining()) {
            more = Math.max(0, channel.read(buffer, length));
            length += more;
        }
        if (length > into.length || !buffer.hasRemaining()) {
            throw new TooLongException(file, into.length);
        }
        buffer.flip();
        buffer.get(into, 0, length);
        return length;
    }

    @Override
    public void endTick() {
        Iterator<Held> all = held.values().iterator();
        while (all.hasNext()) {
            Held one = all.next();
            if (one.lastTick < tick) {
                all.remove();
                closeQuietly(one.channel);
            }
        }
        tick++;
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("a file that was only read cannot be closed", e);
        }
    }

    @Override
    public void close() {
        held.values().forEach(one -> closeQuietly(one.channel));
        held.clear();
    }
}
